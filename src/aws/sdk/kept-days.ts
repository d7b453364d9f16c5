import { longestLease, longestRequest } from '../../change/model/time-limits.ts';
import { day } from '../../core/clock.ts';

/*
 * How many days records are stored. A record that has expired counts as one that never existed, so none may expire while
 * something can still wait for it. A test compares each kind of record with its wait.
 */

/**
 * Days in which a message can be received again: what is left of its 14 days among the dead letters, and 4 days in the queue
 * after a redrive (deploy/queue.yml). Each time that it is received, its record is renewed. A day more, for clocks that differ.
 */
export const messageDays = 14 + 4 + 1;

/**
 * Days that a proof is stored: until the last step of a request can begin, or until what was applied has ended that is extended as
 * long as it may be, and then while the job of that step, or of that end, can come again.
 */
export const proofDays = Math.ceil(Math.max(longestRequest, longestLease) / day) + messageDays;

/**
 * Days that a resource is known to have been claimed after that: longer than anybody looks at it before they claim it. If the step that
 * claimed it supersedes an end, that is known for `proofDays`: as long as the end may wait.
 */
export const holdDays = 2;

/** Days that what people look up by a name or a number is stored after it is over. */
export const historyDays = 400;

/** Days that the number of a request is stored after the time for its approval: for as long as the request itself. */
export const numberDays = Math.ceil(longestRequest / day) + historyDays;

/** Days that what a watch found is stored: as long as somebody may ask what changed. */
export const findingDays = 35;
