/**
 * The interface of system, browser and chaos tests to the bot: they use it only from outside, and only through this folder.
 * `test/unit/architecture.test.ts` lists the parts of the bot's own code that they may import. Only `stored.ts` and `functions.ts`
 * know its stores and its functions.
 *
 * | to | there is |
 * |---|---|
 * | start the bot, with everything around it | `freshSkydesk` (one for a file or a `describe`, as at the start before each test), `skydeskOfFile` (one that keeps what happens), `startTestSkydesk` (one for less than that), `openSkydesk` (bare); `startTestbed` of `testbed.ts` has a wire on which calls fail; `InMemoryBot` of `in-memory-bot.ts` has a table that fails |
 * | type, press, ask, review, decide | `type`, `press`, `ask`, `review`, `decide`, `submit` of those, each with who does it first; `outcomeOf` anything else; `play` for a row of `rows` or one of the `examples`; `slash`, `click`, `interaction`, `event` for what somebody sends without a page |
 * | call as an agent | `callTool`, `sendTo`, `withKey`, `createKey` |
 * | pass time | `pass` (with the sweeper), `time.advance` (without it); `movableClock` for functions that are processes; `settled({ delayed: true })` for delayed messages of the queue; `limitsAsDeployed` if a time limit must end something |
 * | read messages | `said` of an outcome, `text`, `last`, `card`, `modal`, `shownAs`, `markupIn` |
 * | read the calls of the cloud API | `calls`, `changes` |
 * | read Skydesk's own state | `stored`, the eleven questions of `stored.ts`, answered in the shapes of `change-states.ts`; for one change `stateOf`, `waiting`, `ledger` |
 */
/** Re-exported: clients for the items of the table, and for the queues. */

export * from './agents.ts';
export * from './change-states.ts';
export * from './in-memory/rewritten-cloud.ts';
export * from './in-process.ts';
export { queueClient, tableClient } from './local-aws.ts';
export * from './markup.ts';
export * from './open-skydesk.ts';
export * from './outcome.ts';
export * from './play.ts';
export * from './refused-content.ts';
export * from './rows.ts';
export * from './seeded.ts';
export * from './shown.ts';
export * from './signed.ts';
export * from './stored.ts';
export * from './test-skydesk.ts';
export * from './time.ts';
export * from './time-limits.ts';
