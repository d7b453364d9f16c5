import { samplesFrom, samplesOf } from '../../../local/doctor/samples.ts';
import { sampleCards } from './sample-approvals.ts';
import { sampleChanged } from './sample-changed.ts';
import { sampleEnds } from './sample-ends.ts';
import { sampleKeys } from './sample-keys.ts';
import { sampleTalk } from './sample-talk.ts';

/** Samples of all messages and views: what the health check lets Slack validate, and whole messages with every text at its limit. */
export const allSamples = [
  ...samplesOf('/cloud'),
  ...samplesFrom(
    { ...sampleCards(), ...sampleEnds(), ...sampleKeys(), ...sampleChanged(), ...sampleTalk() },
    '/cloud',
  ),
];
