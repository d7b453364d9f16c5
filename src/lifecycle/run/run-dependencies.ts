import type { ApprovalDependencies } from '../tell/lifecycle-dependencies.ts';
import type { HowUndoneDependencies } from './end-of-step.ts';
import type { EvidenceDependencies } from './proof.ts';
import type { RunDependencies } from './run-step.ts';
import type { OpeningDependencies } from './store-opening.ts';

/** Dependencies for executing an approved change. */
export type ApprovedRunDependencies = ApprovalDependencies &
  RunDependencies &
  HowUndoneDependencies &
  EvidenceDependencies &
  OpeningDependencies;
