import { plain } from '../plain.ts';

/** Lets the bank use what it confirms payments with: passkeys, codes in text messages, its own cookies. */
const ALLOW = [
  'publickey-credentials-get',
  'publickey-credentials-create',
  'payment',
  'otp-credentials',
  'storage-access',
]
  .map((feature) => `${feature} *`)
  .join('; ');

/** Pages of banks are laid out for a window of at least this height, in pixels. */
const LOWEST = 420;

/** Creates the frame of a challenge inside a target, which it fills if the page has given that a height. */
export const createChallengeFrame = (target: Element, title: string, address: string): HTMLIFrameElement => {
  const frame = document.createElement('iframe');
  const { replaceChildren, append } = plain(target);
  replaceChildren();
  const height = plain(target).clientHeight >= LOWEST ? '100%' : `clamp(${LOWEST}px, 90vh, 680px)`;
  Object.assign(frame, {
    className: 'service-three-d-secure',
    title,
    src: address,
    allow: ALLOW,
    referrerPolicy: 'origin',
    style: `display:block;width:100%;height:${height};border:0;border-radius:12px`,
  });
  append(frame);
  return frame;
};
