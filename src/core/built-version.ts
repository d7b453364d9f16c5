/** What the build puts here: the version of package.json and, if it was built in a git checkout, the commit. */
declare const builtVersion: string;

/** The version of this build: `1.0.0` of a release, `1.0.0+56bed262` or `1.0.0+56bed262-dirty` of a checkout. */
export const version: string = typeof builtVersion === 'string' ? builtVersion : 'not built';
