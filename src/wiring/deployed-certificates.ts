import { configurationFile } from '../core/configuration-file.ts';

/** The certificates that this deployment trusts in addition to Node's, in PEM, as the build checked them; empty if there are none. */
export const certificates: string = configurationFile('ca.pem') ?? '';
