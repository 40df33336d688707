import type { ChallengeTexts } from './texts.ts';

export const es: ChallengeTexts = {
  title: 'Confirme el pago',
  ask: 'Su banco quiere asegurarse de que es usted. Siga los pasos de abajo; no se cobra nada hasta que termine.',
  bank: 'Página de su banco',
  wait: 'Conectando con su banco…',
  checking: 'Consultando a su banco…',
  failed: 'Su banco no ha confirmado este pago. No se ha cobrado nada. Inténtelo de nuevo o use otra tarjeta.',
  gone: 'Este pago ya no se puede confirmar aquí. No se ha cobrado nada. Vuelva atrás y pague de nuevo.',
  timeout: 'El pago no se confirmó en diez minutos. No se ha cobrado nada. Vuelva atrás y pague de nuevo.',
  pending: 'Su banco aún no ha respondido. No se ha cobrado nada. Inténtelo de nuevo en un momento.',
  offline: 'El servicio de pago no responde. Compruebe su conexión e inténtelo de nuevo.',
  alone: 'Esta página forma parte de un proceso de pago. Vuelva a la página de la que viene.',
  close: 'Cancelar y volver',
  back: 'Volver al pago',
  again: 'Intentar de nuevo',
  restart: '¿No funciona? Recargar la página',
  returned: 'Ha vuelto de la página de su banco. Cierre esta ventana y continúe en la página en la que estaba pagando.',
};
