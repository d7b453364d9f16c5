import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { serverError } from '../../local/aws/index.ts';
import type { Skydesk } from '../../local/skydesk.ts';
import type { MountableSlack } from '../../local/slack/index.ts';
import { asObject, asObjects, type JsonObject } from '../../local/slack/payload/json.ts';
import { labelOf } from '../../local/slack/payload/view-state.ts';
import { limitsAsDeployed, openSkydesk, shownAs } from '../harness/index.ts';
import { changesSent } from '../unit/local-cloud.ts';

const channel = 'cloud-ops';
let skydesk: Skydesk & { slack: MountableSlack };

async function start(options: Parameters<typeof openSkydesk>[0] = {}): Promise<typeof skydesk> {
  const started = await openSkydesk(options);
  if (!started.slack) throw new Error('There is no local Slack');
  return { ...started, slack: started.slack };
}

/** What one person does with forms, and what is to be seen of it. */
function at({ slack, settled }: typeof skydesk, person = 'ana') {
  const top = (): JsonObject => {
    const view = slack.views(person).at(-1);
    if (!view) throw new Error(`${person} has no view open`);
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
  return {
    top,
    element,
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
    type: async (line: string) => {
      const ack = await slack.type(person, channel, `/cloud ${line}`);
      expect(ack).toMatchObject({ ok: true });
      await settled();
      return ack;
    },
    press: async (button: string) => {
      expect(await slack.press(person, button)).toMatchObject({ ok: true });
      await settled();
    },
    filter: async (label: string, words: string) => {
      expect(await slack.choose(person, label, words)).toMatchObject({ ok: true });
      await settled();
    },
    submit: async (values: Parameters<MountableSlack['submit']>[1] = {}) => {
      const submission = await slack.submit(person, values);
      await settled();
      const byLabel = Object.entries(submission.errors).map(([id, message]) => {
        const named = inputs().find(({ block_id }) => block_id === id);
        return [labelOf(named?.label), message];
      });
      return { ...submission, errors: Object.fromEntries(byLabel) };
    },
    /** The newest message, as text. */
    last: () => shownAs(slack.sees(person).at(-1)),
    seen: () => slack.sees(person).length,
    open: () => slack.views(person).length,
    dismiss: () => slack.dismiss(person, true),
    /** Closes the modal on top of a form. */
    back: () => slack.dismiss(person),
  };
}

beforeAll(async () => {
  skydesk = await start();
});
afterEach(async () => {
  skydesk.cloud?.control.reset();
  skydesk.slack.clearFaults();
  skydesk.aws.faults.clear();
  await at(skydesk).dismiss();
});
afterAll(() => skydesk.close());

const why = { Reason: 'Nightly backup' };

/** For each form: what is entered, a mistake on the way, and the line that says the same. */
const forms: Record<
  string,
  {
    title: string;
    enter: Record<string, string>;
    wrong?: [label: string, words: string | null, message: RegExp];
    line: RegExp;
  }
> = {
  'alert create': {
    title: 'Create alert policy',
    enter: {
      Name: 'Disk "80"',
      'Disk threshold (%)': '80',
      Duration: '10m',
      Recipients: 'a@b.co\nc@d.co',
    },
    wrong: ['Recipients', 'nobody', /not an email address/],
    line: /alert create "Disk \\"80\\"" disk=80 for=10m to=a@b\.co,c@d\.co$/,
  },
  'firewall intra create': {
    title: 'Create firewall policy',
    enter: {
      'Data center': 'DE1 - Germany (Frankfurt)',
      Ports: 'tcp/443',
      'Source CIDRs': '10.0.0.0/24',
      'Destination CIDRs': '10.0.1.0/24',
      ...why,
    },
    wrong: ['Ports', 'https', /not a port/],
    line: /firewall intra create de1 tcp\/443 source=10\.0\.0\.0\/24 destination=10\.0\.1\.0\/24 why="Nightly backup"$/,
  },
};

describe('a form', () => {
  test.each(Object.entries(forms))(
    '/cloud %s: open, fill, mend, submit',
    async (words, { title, enter, wrong, line }) => {
      const ana = at(skydesk);
      await ana.type(words);
      expect(labelOf(ana.top().title)).toBe(title);
      expect(ana.labels().at(-1)).toBe('Account');

      const entered = Object.fromEntries(
        Object.entries(enter).map(([label, value]) => [label, value || ana.options(label)[0] || '']),
      );
      const [label, mistake, message] = wrong ?? ['Account', 'not an alias', /is not an account alias/i];
      const mistaken = await ana.submit({ ...entered, [label]: mistake });
      expect(mistaken.outcome).toBe('errors');
      expect(mistaken.errors).toEqual({ [label]: expect.stringMatching(message) });
      expect(ana.open()).toBe(1);

      const seen = ana.seen();
      const { outcome } = await ana.submit({ [label]: wrong ? (entered[label] ?? null) : null });
      expect(outcome).toBe('pushed');
      expect(ana.shown()).not.toContain('Check these');
      expect(ana.shown()).toContain('Expires in 10 min');
      const shown = /Expires in 10 min · \/cloud (.*)/.exec(ana.shown())?.[1];
      expect(shown).toMatch(line);
      expect(ana.seen()).toBe(seen);

      await ana.type(shown ?? '');
      expect(ana.last()).toContain(`Expires in 10 min · /cloud ${shown}`);
    },
  );

  test('shows its preview on top, whose button makes the change and whose Back keeps what was entered', async () => {
    const ana = at(skydesk);
    await ana.type('alert assign');
    expect((await ana.submit({ Policy: 'Disk 80', Server: 'DE1ACMEWEB02' })).outcome).toBe('pushed');
    expect(labelOf(ana.top().submit)).toBe('Assign Policy');
    await ana.back();
    expect((await ana.submit({ Server: 'DE1ACMEDB01' })).outcome).toBe('pushed');
    expect(ana.shown()).toContain('Assign alert policy Disk 80 → DE1ACMEDB01');

    skydesk.cloud?.clearRequests();
    expect((await ana.submit()).outcome).toBe('cleared');
    expect(changesSent(skydesk.cloud?.requests ?? [])).toHaveLength(1);
    expect(ana.last()).toContain('Disk 80 assigned to DE1ACMEDB01');
    await ana.press('Undo');
    await ana.press('decide:confirm');
  });

  test('opened by Edit on a preview replaces that preview', async () => {
    const ana = at(skydesk);
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
  test('filled in with what was typed, the bad fields marked', async () => {
    const ana = at(skydesk);
    await ana.type('alert create "Disk 80" disk=83 to=a@b.co treshold=5');
    expect(ana.initial('Name')).toBe('Disk 80');
    expect(ana.initial('Recipients')).toBe('a@b.co');
    expect(ana.initial('Disk threshold (%)')).toBeUndefined();
    expect(ana.content()).toContain('must be 5 to 95 in steps of 5, not “83”');
    expect(ana.content()).toContain('Unknown option “treshold=”');
    expect((await ana.submit({ 'Disk threshold (%)': '85' })).outcome).toBe('pushed');
    expect(ana.shown()).toContain('Expires in 10 min · /cloud alert create "Disk 80" disk=85 to=a@b.co');
  });

  test('what was given with a change is in the form that Edit opens, and in its next preview', async () => {
    const ana = at(skydesk);
    await ana.type(
      'alert assign "Disk 80" DE1ACMEWEB02 why="Full disks" ticket=OPS-7 starts=22:00 ends=18:00',
    );
    await ana.press('Edit');
    expect(['Reason', 'Ticket', 'Schedule', 'Starts', 'Ends'].map(ana.initial)).toEqual([
      'Full disks',
      'OPS-7',
      'both',
      '22:00',
      '18:00',
    ]);
    expect((await ana.submit()).outcome).toBe('pushed');
    expect(ana.shown()).toMatch(/why="Full disks" ticket=OPS-7 starts=22:00 ends=18:00$/);
  });

  test('a start that was chosen and not entered is asked for, not dropped', async () => {
    const ana = at(skydesk);
    await ana.type('alert delete "Night watch"');
    await ana.press('Edit');
    await skydesk.slack.fill('ana', { Schedule: 'Start later' });
    const { outcome, errors } = await ana.submit();
    expect(outcome).toBe('errors');
    expect(errors).toEqual({ Schedule: 'Enter when it starts, in the field that appears below' });
  });

  test('a name that the service does not know is told with a button to its form', async () => {
    const ana = at(skydesk);
    await ana.type('alert delete "Nigt watch"');
    expect(ana.open()).toBe(0);
    await ana.press('Open Form');
    expect(ana.content()).toContain('Did you mean “Night watch”?');
    await ana.submit({ Policy: 'Night watch' });
    expect(ana.shown()).toContain('Delete alert policy Night watch');
  });
});

describe('choices', () => {
  test('of another account, once it is entered', async () => {
    const ana = at(skydesk);
    await ana.type('alert assign');
    expect(ana.options('Policy')).toContain('Disk 80');
    await ana.filter('Account', 'ACDV');
    expect(ana.options('Policy')).toEqual(['CPU high']);
    expect(ana.options('Server')).toContain('VA1ACDVDEV01');
    await ana.submit({ Policy: 'CPU high', Server: 'VA1ACDVDEV02' });
    expect(ana.shown()).toMatch(
      /Expires in 10 min · \/cloud alert assign [0-9a-f]{32} va1acdvdev02 account=ACDV/,
    );
  });

  test('are narrowed by a filter, keeping what was entered', async () => {
    const ana = at(skydesk);
    await ana.type('ip add');
    await skydesk.slack.fill('ana', { Server: 'DE1ACMEWEB02', Ports: 'tcp/443' });
    await ana.filter('Filter: Server', 'gb3');
    expect(ana.options('Server')[0]).toBe('DE1ACMEWEB02');
    expect(
      ana
        .options('Server')
        .slice(1)
        .every((name) => name.startsWith('GB3')),
    ).toBe(true);
    expect(ana.initial('Server')).toBe('de1acmeweb02');
    expect((await ana.submit()).outcome).toBe('pushed');
    expect(ana.shown()).toContain('Expires in 10 min · /cloud ip add de1acmeweb02 tcp/443');
  });
});

describe('no click ever dies', () => {
  const typedLine = 'alert create "Disk 80" disk=83 to=a@b.co';

  test.each(['expired_trigger_id', 'exchanged_trigger_id', 'internal_error'])('%s', async (error) => {
    const ana = at(skydesk);
    skydesk.slack.fault({ method: 'views.open', error, times: 1 });
    await ana.type(typedLine);
    expect(ana.open()).toBe(0);
    expect(ana.last()).toContain('must be 5 to 95 in steps of 5, not “83”');
    await ana.press('Open Form');
    expect(ana.initial('Name')).toBe('Disk 80');
    expect(ana.initial('Recipients')).toBe('a@b.co');
  });

  test('Slack is slow: the acknowledgement is in time, and the form comes when it comes', async () => {
    limitsAsDeployed();
    const ana = at(skydesk);
    skydesk.slack.fault({ method: 'views.open', latency: 1300, times: 1 });
    const ack = await ana.type(typedLine);
    expect(ack).toMatchObject({ ok: true });
    expect(ana.last()).toContain('must be 5 to 95');
    await vi.waitFor(() => expect(ana.open()).toBe(1), 50_000);
    await skydesk.settled({ delayed: true });
    expect(ana.initial('Name')).toBe('Disk 80');
  });

  test('the worker is slow: the placeholder is there meanwhile', async () => {
    const ana = at(skydesk);
    skydesk.cloud?.control.latency(300);
    const cursor = skydesk.slack.cursor();
    await ana.type('alert assign');
    const events = skydesk.slack.journal(cursor).filter(({ kind }) => kind.startsWith('view.'));
    expect(events.map(({ kind }) => kind)).toEqual(['view.opened', 'view.changed']);
    expect(JSON.stringify(events[0])).toContain('Loading…');
    expect(ana.labels()).toContain('Policy');
  });

  test('the queue is down: the person who waits for a form is told', async () => {
    const ana = at(skydesk);
    skydesk.aws.faults.next('SQS.SendMessage', serverError, 2);
    await ana.type('autoscale remove');
    expect(ana.last()).toContain('couldn’t process this. Try again in a minute.');
    expect(ana.content()).toContain('Close this and try again.');
  });

  test('a form that is filled twice does not undo what somebody did in it meanwhile', async () => {
    const ana = at(skydesk);
    await ana.type('ip add');
    await ana.filter('Filter: Server', 'gb3');
    const narrowed = ana.options('Server');
    const [filled] = skydesk.slack.calls('views.update').slice(-2);
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
