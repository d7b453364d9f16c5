import { describe, expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import type { Transition } from '../../../../src/change/model/changes.ts';
import { maxStartDelay } from '../../../../src/change/model/time-limits.ts';
import { expire } from '../../../../src/change/transitions/expire.ts';
import { addVote } from '../../../../src/change/transitions/votes.ts';
import { hour, minute } from '../../../../src/core/clock.ts';
import { card } from '../../../../src/lifecycle/views/card.ts';
import { textOf } from '../../../support/answer-text.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { executionsOf } from '../../../support/made/executions.ts';
import { noon, request, voteOf } from '../../../support/made/requests.ts';

const tomorrow = noon + 24 * hour;
const later = request({}, { startsAt: tomorrow });

const kept = (transition: Transition): Change => {
  if ('refused' in transition) throw new Error(transition.refused);
  return transition.change;
};
const approved = kept(addVote(later, voteOf('U0BEN')));

describe('an approved change that starts later', () => {
  test('does not expire before its start, and may then start for a while', () => {
    expect(later.expires).toBe(noon + 8 * hour);
    expect(expire(approved, tomorrow)).toEqual({ refused: 'It has not expired.' });
    expect(kept(expire(approved, tomorrow + maxStartDelay)).status).toBe('expired');
  });

  test('expires at its end, if that comes first', () => {
    const short = request({}, { startsAt: tomorrow, ends: { at: tomorrow + 5 * minute } });
    const waits = kept(addVote(short, voteOf('U0BEN')));
    expect(expire(waits, tomorrow + 5 * minute - 1)).toEqual({ refused: 'It has not expired.' });
    expect(kept(expire(waits, tomorrow + 5 * minute)).status).toBe('expired');
  });

  test('shows its start and its end, and a button that cancels it', () => {
    const ends = { after: 2 * hour };
    const rendered = card({ ...approved, steps: [stepOf({ startsAt: tomorrow, ends })] });
    const shown = textOf(rendered);
    expect(shown).toContain('Starts 2026-11-21 12:00 UTC · delete a rule for 2 h');
    expect(JSON.stringify(rendered)).toContain('Cancel Start');
    expect(textOf(card({ ...approved, status: 'running' }))).toContain('Deleting a rule');
  });

  test('runs at once if its start has passed when it is approved', () => {
    const vote = voteOf('U0BEN', 'approve', { at: noon + 2 * hour });
    const due = kept(addVote(request({}, { startsAt: noon + hour }), vote));
    expect(executionsOf(due, noon + 2 * hour)).toHaveLength(1);
    expect(textOf(card(due))).toContain('Deleting a rule');
  });
});
