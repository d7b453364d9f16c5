import { isDiscarded, isOver, isRequest, undelivered } from '../change-states.ts';
import type { Claim, Found } from './found.ts';

const hour = 3_600_000;
/** Maximum delay of an end, in milliseconds: its first attempt waits for the sweeper. */
const late = 20 * 60_000;

/** Claims about the table: no change waits without a reason, and no notification is pending. */
export function stateClaims({ changes, waiting, now, deadLetters }: Found, claim: Claim): void {
  const requests = changes.filter(isRequest);
  const numbers = requests.map(({ number }) => number);
  claim(new Set(numbers).size === numbers.length, `a number names two requests: ${numbers.join()}`);
  claim(!numbers.includes(undefined), 'a request has no number');
  for (const { id, status, expires } of requests) {
    const about = `${id} (${status})`;
    if (status === 'open' || status === 'approved' || status === 'running')
      claim(now < expires + hour, `${about} waits behind its expiry`);
    if (status === 'superseded') {
      const next = requests.find(({ replaces }) => replaces === id);
      claim(next !== undefined && !isDiscarded(next), `${about} has no successor`);
    }
  }
  for (const { id, status, ends, lacks } of waiting) {
    const about = ends.length > 0 ? `the end of ${ends.join()}` : `${id} (${status})`;
    const left = undelivered({ lacks });
    claim(left.length === 0, `${about} is still to be told: ${left.join()}`);
  }
  for (const { id, status, steps } of changes) {
    claim(status !== 'approved', `${id} (${status}) is approved, and nobody runs it`);
    claim(status !== 'running', `${id} (${status}) is running, and nobody is at it`);
    for (const [index, { end }] of steps.entries()) {
      if (!end) continue;
      const about = `the end of step ${index + 1} of ${id}`;
      claim(end.status !== 'ending', `${about} is begun, and nobody is at it`);
      if (!isOver(end) && end.at !== undefined) claim(now < end.at + late, `${about} is overdue`);
    }
  }
  claim(deadLetters === 0, 'dead letters are left');
}
