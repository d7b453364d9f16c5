import { build } from '../scripts/build.ts';

/** The tests drive the bundles that would be deployed, so those are built first. */
export default (): Promise<void> => build();
