import { type Answer, note } from '../../answer/answer.ts';
import type { RequestedChange } from '../../change/model/change.ts';
import { titlesText } from '../../change/model/titles.ts';

/** Renders the titles if the headline has only some of the ranges or ports: nobody should confirm or approve what is cut. */
export const inFull = ({ steps, plan }: Pick<RequestedChange, 'steps' | 'plan'>): Answer =>
  !plan && steps.some(({ phrase }) => phrase?.isPart) ? [note(...titlesText({ steps }))] : [];
