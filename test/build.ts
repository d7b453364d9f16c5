import { build } from '../scripts/build.ts';
import { buildPage } from '../scripts/page.ts';

/** The tests drive the bundles that would be deployed and the page that is served, so those are built first. */
export default async (): Promise<void> => {
  await build();
  await buildPage();
};
