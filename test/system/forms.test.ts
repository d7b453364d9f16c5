import { describe, expect, test, vi } from 'vitest';
import type { MountableSlack } from '../../local/slack/index.ts';
import { asObject, asObjects, type JsonObject } from '../../local/slack/payload/json.ts';
import { labelOf } from '../../local/slack/payload/view-state.ts';
import { freshSkydesk, limitsAsDeployed, shownAs } from '../support/index.ts';

const skydesk = await freshSkydesk();
const { slack } = skydesk;

const top = (): JsonObject => {
  const view = slack.views('ana').at(-1);
  if (!view) throw new Error('Ana has no view open');
  return view;
};
const inputs = () => asObjects(top().blocks).filter(({ type }) => type === 'input');
const block = (label: string): JsonObject => {
  const found = inputs().find((input) => labelOf(input.label) === label);
  if (!found)
    throw new Error(`There is no field ${label} in ${inputs().map((input) => labelOf(input.label))}`);
  return found;
};
const element = (label: string) => asObject(block(label).element);

/** The actions of Ana with forms, and their visible results. */
const ana = {
  top,
  labels: () => inputs().map((input) => labelOf(input.label)),
  options: (label: string) => asObjects(element(label).options).map((option) => labelOf(option)),
  /** The initial value of a field. */
  initial: (label: string) => {
    const { initial_value, initial_option, initial_options } = element(label);
    const [several] = asObjects(initial_options);
    return initial_value ?? asObject(initial_option ?? several).value;
  },
  content: () => JSON.stringify(top().blocks),
  /** The content of the modal on top, as text. */
  shown: () => shownAs(top()),
  type: (line: string) => skydesk.type('ana', line),
  press: (button: string) => skydesk.press('ana', button),
  filter: async (label: string, words: string) => {
    expect(await slack.choose('ana', label, words)).toMatchObject({ ok: true });
    await skydesk.settled();
  },
  submit: async (values: Parameters<MountableSlack['submit']>[1] = {}) => {
    const submission = await slack.submit('ana', values);
    await skydesk.settled();
    const byLabel = Object.entries(submission.errors).map(([id, message]) => {
      const named = inputs().find(({ block_id }) => block_id === id);
      return [labelOf(named?.label), message];
    });
    return { ...submission, errors: Object.fromEntries(byLabel) };
  },
  /** The newest message, as text. */
  last: () => skydesk.last('ana'),
  seen: () => slack.sees('ana').length,
  open: () => slack.views('ana').length,
  /** Closes the modal on top of a form. */
  back: () => slack.dismiss('ana'),
};

describe('a form', () => {
  test('is opened, filled, corrected and submitted, and its preview has the equivalent line', async () => {
    await ana.type('alert create');
    expect(labelOf(ana.top().title)).toBe('Create alert policy');
    expect(ana.labels().at(-1)).toBe('Starts');

    const entered = { Name: 'Disk "80"', 'Disk threshold (%)': '80', 'For at least': '10m' };
    const mistaken = await ana.submit({ ...entered, 'Send to': 'nobody' });
    expect(mistaken.outcome).toBe('errors');
    expect(mistaken.errors).toEqual({ 'Send to': expect.stringMatching(/not an email address/) });
    expect(ana.open()).toBe(1);

    const seen = ana.seen();
    const { outcome } = await ana.submit({ 'Send to': 'a@b.co\nc@d.co' });
    expect(outcome).toBe('pushed');
    expect(ana.shown()).not.toContain('Check these');
    const shown = /expires at \d+:\d\d [AP]M · \/cloud (.*)/.exec(ana.shown())?.[1];
    expect(shown).toBe(String.raw`alert create "Disk \"80\"" disk=80 for=10m to=a@b.co,c@d.co`);
    expect(ana.seen()).toBe(seen);

    await ana.type(shown ?? '');
    expect(ana.last()).toContain(`M · /cloud ${shown}`);
  });

  test('shows its preview on top, whose button makes the change and whose Back keeps the entries', async () => {
    await ana.type('alert assign');
    expect((await ana.submit({ Policy: 'Disk 80', Server: 'DE1ACMEWEB02' })).outcome).toBe('pushed');
    expect(labelOf(ana.top().submit)).toBe('Assign Policy');
    await ana.back();
    expect((await ana.submit({ Server: 'DE1ACMEDB01' })).outcome).toBe('pushed');
    expect(ana.shown()).toContain('Assign alert policy Disk 80 to DE1ACMEDB01?');

    skydesk.cloud.clearRequests();
    expect((await ana.submit()).outcome).toBe('cleared');
    expect(skydesk.changes()).toHaveLength(1);
    expect(ana.last()).toContain('Assigned alert policy Disk 80 to DE1ACMEDB01');
  });

  test('replaces a preview if its Edit button opened it', async () => {
    await ana.type('alert delete "Night watch"');
    const seen = ana.seen();
    await ana.press('Edit');
    expect(ana.initial('Policy')).toMatch(/^[0-9a-f]{32}$/);
    expect(ana.seen()).toBe(seen);
    await ana.submit({ Policy: 'Disk 80' });
    expect(ana.shown()).toContain('Delete alert policy Disk 80');
    expect(ana.seen()).toBe(seen - 1);
  });
});

describe('a line with mistakes opens its form', () => {
  test('with its words in the fields, and the wrong fields marked', async () => {
    await ana.type('alert create "Disk 80" disk=83 to=a@b.co treshold=5');
    expect(ana.initial('Name')).toBe('Disk 80');
    expect(ana.initial('Send to')).toBe('a@b.co');
    expect(ana.initial('Disk threshold (%)')).toBeUndefined();
    expect(ana.content()).toContain('must be 5 to 95 in steps of 5, not “83”');
    expect(ana.content()).toContain('Unknown option “treshold=”');
    expect((await ana.submit({ 'Disk threshold (%)': '85' })).outcome).toBe('pushed');
    expect(ana.shown()).toContain('M · /cloud alert create "Disk 80" disk=85 to=a@b.co');
  });

  test('a chosen start without a time is an error, and is not dropped', async () => {
    await ana.type('alert delete "Night watch"');
    await ana.press('Edit');
    await slack.fill('ana', { Starts: 'Start later…' });
    const { outcome, errors } = await ana.submit();
    expect(outcome).toBe('errors');
    expect(errors).toEqual({ Starts: expect.stringContaining('isn’t a time: write 2h') });
  });

  test('an unknown name is answered with a button to the form', async () => {
    await ana.type('alert delete "Nigt watch"');
    expect(ana.open()).toBe(0);
    await ana.press('Open Form');
    expect(ana.content()).toContain('Did you mean “Night watch”?');
    await ana.submit({ Policy: 'Night watch' });
    expect(ana.shown()).toContain('Delete alert policy Night watch');
  });
});

describe('every click gets an answer', () => {
  const typedLine = 'alert create "Disk 80" disk=83 to=a@b.co';

  test('if Slack is slow, the acknowledgement is in time, and the form comes later', async () => {
    limitsAsDeployed();
    slack.fault({ method: 'views.open', latency: 1300, times: 1 });
    await ana.type(typedLine);
    expect(ana.last()).toContain('must be 5 to 95');
    await vi.waitFor(() => expect(ana.open()).toBe(1), 50_000);
    await skydesk.settled({ delayed: true });
    expect(ana.initial('Name')).toBe('Disk 80');
  });

  test('if the worker is slow, the placeholder is there meanwhile', async () => {
    skydesk.cloud.control.latency(300);
    const cursor = slack.cursor();
    await ana.type('alert assign');
    const events = slack.journal(cursor).filter(({ kind }) => kind.startsWith('view.'));
    expect(events.map(({ kind }) => kind)).toEqual(['view.opened', 'view.changed']);
    expect(JSON.stringify(events[0])).toMatch(/Loading….*Close this and try again\./s);
    expect(ana.labels()).toContain('Policy');
  });

  test('a form that is filled twice keeps a person’s entries', async () => {
    await ana.type('ip add');
    await ana.filter('Find a server', 'gb3');
    const narrowed = ana.options('Server');
    const [filled] = slack.calls('views.update').slice(-2);
    const { hash, view_id, view } = filled?.arguments ?? {};
    expect(hash).toBeTruthy();
    const answer = await fetch(`${skydesk.url}/api/views.update`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer xoxb-local-bot-token' },
      body: JSON.stringify({ hash, view_id, view }),
    });
    expect(await answer.json()).toMatchObject({ ok: false, error: 'hash_conflict' });
    expect(ana.options('Server')).toEqual(narrowed);
  });
});
