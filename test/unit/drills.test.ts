import { describe, expect, test } from 'vitest';
import { textOf as read } from '../support/imports.ts';

/*
 * Each alarm and each section of docs/operations.md has a test that follows the page, with the outcome that it promises.
 */

const page = read('docs/operations.md');

/** A test, by its file and the beginning of its title; or the reason why the page can't be tested on one machine. */
type Drill = readonly [file: string, title: string] | { readonly none: string };

const requests = 'test/system/drills/request-alarms.long.test.ts';
const limits = 'test/system/drills/slow-and-throttled.long.test.ts';
const sweeps = 'test/system/drills/sweep-alarms.long.test.ts';
const errors = 'test/system/drills/function-errors.test.ts';
const newer = 'test/system/newer-table.long.test.ts';
const update = 'test/system/update.long.test.ts';
const archive = 'test/system/deploy/archive.test.ts';
const restore = 'test/system/drills/restore.long.test.ts';

const ofAlarms: Readonly<Record<string, Drill>> = {
  ReceiverSlow: [limits, 'ReceiverSlow: '],
  ReceiverErrors: [errors, 'ReceiverErrors: '],
  RequestsFailed: [requests, 'RequestsFailed: '],
  RequestsRejected: [requests, 'RequestsRejected, MostRequestsRejected: '],
  MostRequestsRejected: [requests, 'RequestsRejected, MostRequestsRejected: '],
  EndpointFailing: [requests, 'EndpointFailing: '],
  WorkerErrors: [errors, 'WorkerErrors: '],
  QueueStuck: [requests, 'QueueStuck: '],
  DeadLettersVisible: [requests, 'DeadLettersVisible: '],
  Throttled: [limits, 'Throttled: '],
  LoginFailing: [requests, 'LoginFailing: '],
  HealthProblems: ['test/system/health-check.test.ts', 'finds nothing if everything works, then a token'],
  OutcomeUnknown: [requests, 'OutcomeUnknown: a job of the cloud API does not end'],
  ApprovalsStuck: [sweeps, 'ApprovalsStuck: the end of a request'],
  SweepFailures: [sweeps, 'ApprovalsStuck, SweepFailures: '],
  LeaseOverdue: [sweeps, 'LeaseOverdue: '],
  McpErrors: [errors, 'McpErrors: '],
  CallsLimited: ['test/system/drills/agent-alarms.long.test.ts', 'CallsLimited: '],
  EntriesOverwritten: [archive, 'EntriesOverwritten: '],
  ArchiveBehind: [archive, 'ArchiveBehind: '],
  ArchiveMissed: [archive, 'ArchiveMissed: '],
  SweeperStopped: [sweeps, 'SweeperStopped: '],
};

const ofSections: Readonly<Record<string, readonly Drill[]>> = {
  'Health check': [
    ['test/system/doctor/terminal.long.test.ts', '--stage takes the variables from the outputs of the stack'],
  ],
  Alarms: Object.values(ofAlarms),
  'Find out what happened': [
    ['test/system/logs.test.ts', 'each line about a request names it, through every job'],
    ['test/system/logs.test.ts', 'the queries of the page on operations name fields that a line may have'],
    [
      'test/system/logs.test.ts',
      'no line has a secret, a token, a name, an address or a word that somebody typed',
    ],
  ],
  'Change a secret': [
    [
      'test/system/rotation.test.ts',
      'warm functions follow another signing secret and bot token; the old secret',
    ],
    [requests, 'LoginFailing: '],
  ],
  'Revoke all API keys': [['test/unit/scripts/revoke-all-keys.test.ts', 'revokes the keys of all people']],
  Update: [
    ['test/unit/lifecycle/views/outcome-in-channel.test.ts', 'a change that can no longer run is reported'],
    ['test/unit/jobs/process-job.test.ts', 'on an operation that is %s changes nothing'],
    ['test/chaos/requests-edited.test.ts', '%j, as a form, belongs to no known version'],
    [update, 'a background job goes on, and what it opened ends'],
    [update, 'a request is approved and applied'],
    [update, 'what is scheduled starts at its time'],
  ],
  'Deploy an earlier version': [
    ['test/unit/scripts/rollback.test.ts', 'the version before is deployed from the bucket'],
    [update, 'a background job goes on, and what it opened ends'],
    [newer, 'a table of a newer version is refused with a sentence, and nothing'],
    [newer, 'what becomes due waits in the table; after the newer version is deployed again, it ends'],
    [newer, 'a job that was queued before gets into the dead-letter queue; redriven to the newer version'],
  ],
  'Redrive the dead-letter queue': [
    ['test/chaos/faults-redrive.test.ts', 'a dry run says what there is'],
    ['test/chaos/faults-redrive.test.ts', 'a redriven job is answered, once'],
  ],
  'Verify the audit log': [
    ['test/unit/operations/history/history.test.ts', 'says up to which entry a checkpoint proves it'],
    ['test/unit/operations/history/history.test.ts', 'says which entry fails, and how many are intact'],
  ],
  'Copy the audit log to a bucket': [
    [archive, 'becomes one object, however often it comes, and nothing else does'],
    [archive, 'that the bucket lacks is named, and copied from the table later'],
    [archive, 'whose object somebody replaced in the bucket is named'],
  ],
  'Restore the table': [
    [archive, 'of a table that was restored and went on is another object'],
    [restore, 'a change that had a start, with an empty queue'],
    [restore, 'a change that was confirmed, whose job is still in the dead-letter queue'],
    [restore, 'the log lists an opening that was made after the restored time'],
  ],
  'If a region is lost': [{ none: 'It is a new deployment with an empty table, as all tests begin with.' }],
  'When the cloud API ends': [
    ['test/system/service-down.test.ts', 'while the cloud API is down, a change is never sent'],
  ],
  'After a long outage': [{ none: 'It happens on a page of Slack’s.' }],
  'Remove Skydesk': [
    ['test/system/deploy/template.test.ts', 'the table outlives its stack'],
    [
      'test/system/deploy/template.test.ts',
      'secrets, queues and the logs that hold the hashes of the audit log outlive',
    ],
    ['test/system/deploy/agents.test.ts', 'has that log even while agents are turned off'],
  ],
  'Environment variables': [
    ['test/unit/docs.test.ts', 'has the environment variables that the functions read, and no other'],
    ['test/system/deploy/template.test.ts', '%s has names of resources in its environment, and no secret'],
  ],
};

const alarms = [...page.matchAll(/^\| `([A-Z]\w+)` \|/gm)].map(([, name = '']) => name);
const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, name = '']) => name);

test('each alarm of the page has a drill, and no other', () => {
  const ofTable = alarms.filter((name) => !/^[A-Z_0-9]+$/.test(name));
  expect(ofTable.length).toBeGreaterThan(15);
  expect(Object.keys(ofAlarms).sort()).toEqual(ofTable.sort());
});

test('each section of the page has a drill, and no other', () => {
  expect(Object.keys(ofSections).sort()).toEqual([...sections].sort());
});

describe('the drill is a test:', () => {
  const named = [
    ...Object.entries(ofAlarms).map(([name, drill]) => [name, [drill]] as const),
    ...Object.entries(ofSections),
  ];
  test.each(named)('%s', (_, drills) => {
    expect(drills.filter((drill) => !('none' in drill) && !read(drill[0]).includes(`'${drill[1]}`))).toEqual(
      [],
    );
  });
});
