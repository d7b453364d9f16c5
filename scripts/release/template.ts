/** The folder of the zips, which has the time of the build in its name: `serverless/skydesk/prod/1795694422501-2026-11-26T12:00:22.501Z`. */
const folder = /serverless\/[\w-]+\/[\w-]+\/\d+-[\d-]+T[\d:.]+Z/g;

/** A packaged template whose zips are in a folder of its version, so that two builds of one commit are equal. */
export const withoutBuildTime = (template: string, version: string): string =>
  template.replace(folder, `skydesk/${version}`);
