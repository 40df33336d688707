/** The file that is loaded when a page attaches a container to a price. */
export { bindPrice } from './pricing/attach.ts';
