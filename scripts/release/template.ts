/**
 * The folder of the zips, whose name contains the build time: `serverless/skydesk/prod/1795694422501-2026-11-26T12:00:22.501Z`.
 */
const folder = /serverless\/[\w-]+\/[\w-]+\/\d+-[\d-]+T[\d:.]+Z/g;

/** Replaces the folder of a template's zips with one named after the version, so that two builds of one commit are equal. */
export const withoutBuildTime = (template: string, version: string): string =>
  template.replace(folder, `skydesk/${version}`);
