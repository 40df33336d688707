import type { ChallengeTexts } from './texts.ts';

export const fi: ChallengeTexts = {
  title: 'Vahvista maksu',
  ask: 'Pankkisi haluaa varmistua, että se olet sinä. Noudata alla olevia vaiheita; mitään ei veloiteta, ennen kuin ne on suoritettu.',
  bank: 'Pankkisi sivu',
  wait: 'Yhdistetään pankkiisi…',
  checking: 'Tarkistetaan pankistasi…',
  failed: 'Pankkisi ei vahvistanut maksua. Sinua ei ole veloitettu. Yritä uudelleen tai käytä toista korttia.',
  gone: 'Maksua ei voi enää vahvistaa täällä. Sinua ei ole veloitettu. Palaa takaisin ja maksa uudelleen.',
  timeout: 'Maksua ei vahvistettu kymmenessä minuutissa. Sinua ei ole veloitettu. Palaa takaisin ja maksa uudelleen.',
  pending: 'Pankkisi ei ole vielä vastannut. Sinua ei ole veloitettu. Yritä hetken kuluttua uudelleen.',
  offline: 'Maksupalvelu ei vastaa. Tarkista verkkoyhteytesi ja yritä uudelleen.',
  alone: 'Tämä sivu kuuluu maksuun. Palaa sivulle, jolta tulit.',
  close: 'Peruuta ja palaa',
  back: 'Takaisin maksuun',
  again: 'Yritä uudelleen',
  restart: 'Eikö toimi? Lataa sivu uudelleen',
  returned: 'Pankkisi palautti sinut tänne. Sulje tämä ikkuna ja jatka sivulla, jolla aloitit maksun.',
};
