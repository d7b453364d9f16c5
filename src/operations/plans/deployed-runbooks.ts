import { configurationFile } from '../../core/configuration-file.ts';
import type { Runbook } from './runbook.ts';

/** The runbooks of this deployment: the files of the folder `runbooks`, read and checked by the build; empty without a build. */
export const runbooks: readonly Runbook[] = JSON.parse(configurationFile('runbooks.json') ?? '[]');
