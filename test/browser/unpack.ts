import { unpackChromium } from '../../scripts/screenshots/chromium.ts';

/** Before the browser tests, once for all their processes. */
export default unpackChromium;
