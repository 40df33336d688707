import { connect } from './bootstrap.ts';
import { start } from './frame.ts';
import { readFrameAddress } from './protocol.ts';

const address = readFrameAddress(location.hash);

// Opened directly, or with an invalid address: an empty page.
if (address && window.parent !== window) {
  connect(window, address).then((connection) => start(window, address, connection));
}
