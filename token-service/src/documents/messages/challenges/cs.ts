import type { ChallengeTexts } from './texts.ts';

export const cs: ChallengeTexts = {
  title: 'Potvrďte platbu',
  ask: 'Vaše banka se chce ujistit, že jste to vy. Postupujte podle kroků níže; dokud je nedokončíte, nic se nestrhne.',
  bank: 'Stránka vaší banky',
  wait: 'Připojování k vaší bance…',
  checking: 'Ověřování u vaší banky…',
  failed: 'Vaše banka platbu nepotvrdila. Nic nebylo strženo. Zkuste to znovu nebo použijte jinou kartu.',
  gone: 'Tuto platbu už zde nelze potvrdit. Nic nebylo strženo. Vraťte se a zaplaťte znovu.',
  timeout: 'Platba nebyla potvrzena do deseti minut. Nic nebylo strženo. Vraťte se a zaplaťte znovu.',
  pending: 'Vaše banka zatím neodpověděla. Nic nebylo strženo. Zkuste to za chvíli znovu.',
  offline: 'Platební služba neodpovídá. Zkontrolujte připojení a zkuste to znovu.',
  alone: 'Tato stránka patří k platbě. Vraťte se na stránku, ze které jste přišli.',
  close: 'Zrušit a vrátit se',
  back: 'Zpět k platbě',
  again: 'Zkusit znovu',
  restart: 'Nefunguje to? Načíst stránku znovu',
  returned: 'Vaše banka vás přesměrovala zpět. Zavřete toto okno a pokračujte na stránce, kde jste platbu zahájili.',
};
