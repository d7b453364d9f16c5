import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../local/slack/payload/json.ts';
import { sampleChannels, sampleUserGroups } from '../../../../local/slack/workspace/sample-workspace.ts';
import { pushesFor } from '../../../../local/ui/pushes.ts';
import { SeenStore } from '../../../../local/ui/workspace-view.ts';

/** A message of the bot in #approvals, unless the event says otherwise. */
type Happening = JsonObject & { readonly isEdit?: boolean };

/** The pushes that Ana gets of messages, in order: where, who and what. */
function pushes(...happenings: readonly Happening[]): string[] {
  const store = new SeenStore();
  store.take(
    happenings.map(({ isEdit, ...more }, at) => ({
      cursor: at + 1,
      at: 0,
      kind: isEdit ? 'message.changed' : 'message.posted',
      audience: ['U0ANA'],
      data: {
        message: { ts: `${at}.0`, channel: 'C0APPROVALS', user: 'U0SKYDESK', text: `No. ${at}`, ...more },
      },
    })),
  );
  const owner = {
    person: { id: 'U0ANA' },
    info: { channels: [...sampleChannels], groups: [...sampleUserGroups] },
    nameOf: (id: string) => ({ C0APPROVALS: 'approvals', U0SKYDESK: 'Skydesk', USLACKBOT: 'Slackbot' })[id],
  };
  return pushesFor(store.of('U0ANA').posted, owner).map(({ title, author, message }) =>
    [title, author, message.text].join(' | '),
  );
}

const byAna = { user: 'U0ANA' };
const inThread = { threadTs: '0.0' };

test.each<[string, readonly Happening[], readonly string[]]>([
  ['of a direct message', [{ channel: 'D0ANA' }], ['Skydesk |  | No. 0']],
  [
    'of a reply in one',
    [{ channel: 'D0ANA' }, { channel: 'D0ANA', ...inThread }],
    ['Skydesk |  | No. 0', 'Skydesk |  | No. 1'],
  ],
  ['of a message of Slackbot', [{ channel: 'D1ANA', user: 'USLACKBOT' }], ['Slackbot |  | No. 0']],
  ['of her name', [{ text: '<@U0ANA>' }], ['#approvals | Skydesk | <@U0ANA>']],
  [
    'of a group that she is in',
    [{ text: '<!subteam^S0OPERATORS>' }],
    ['#approvals | Skydesk | <!subteam^S0OPERATORS>'],
  ],
  ['of a reply in a thread that she began', [byAna, inThread], ['Thread in #approvals | Skydesk | No. 1']],
  [
    'of a reply after her own',
    [{}, { ...byAna, ...inThread }, inThread],
    ['Thread in #approvals | Skydesk | No. 2'],
  ],
  [
    'of a reply after one that names her',
    [{}, { text: '<@U0ANA>', ...inThread }, inThread],
    ['Thread in #approvals | Skydesk | <@U0ANA>', 'Thread in #approvals | Skydesk | No. 2'],
  ],
  [
    'of the text before an edit',
    [{ channel: 'D0ANA' }, { channel: 'D0ANA', ts: '0.0', isEdit: true }],
    ['Skydesk |  | No. 0'],
  ],
  ['not of an edit that names her', [{}, { ts: '0.0', text: '<@U0ANA>', isEdit: true }], []],
  ['not of an ephemeral message', [{ text: '<@U0ANA>', onlyFor: 'U0ANA' }], []],
  ['not of anything else in a channel', [{}, { user: 'U0BEN' }], []],
  ['not of a group that she is not in', [{ text: '<!subteam^S0APPROVERS>' }], []],
  ['not of a reply in another thread', [{}, byAna, inThread], []],
  ['not of her own messages', [{ ...byAna, channel: 'D0ANA', text: '<@U0ANA>' }], []],
])('Slack notifies Ana %s', (_, happenings, told) => {
  expect(pushes(...happenings)).toEqual(told);
});
