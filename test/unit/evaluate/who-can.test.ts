import { expect, test } from 'vitest';
import type { Part } from '../../../src/answer/answer.ts';
import { askOneOf, typeItIn } from '../../../src/evaluate/who-can.ts';
import { textOf } from '../../support/answer-text.ts';

const said = (part: Part): string => textOf([part]);

test.each([
  [['U0ANA'], 'Ask <@U0ANA>.'],
  [['U0ANA', 'S0OPS'], 'Ask <@U0ANA> or <!subteam^S0OPS>.'],
  [['U1A', 'U2A', 'U3A', 'U4A', 'W5A', 'U6A'], 'Ask <@U1A>, <@U2A>, <@U3A>, <@U4A>, <@W5A> or 1 other.'],
  [
    ['U1A', 'U2A', 'U3A', 'U4A', 'U5A', 'U6A', 'S7A'],
    'Ask <@U1A>, <@U2A>, <@U3A>, <@U4A>, <@U5A> or 2 others.',
  ],
  [['U0ANA', '*'], 'Anyone else here can do this.'],
  [[], 'No one has this permission. Ask your Skydesk admin to change policy.json.'],
])('a refused person reads whom to ask: %j', (whom, words) => expect(said(askOneOf(whom))).toBe(words));

test.each([
  [['C0OPS'], 'Use it in <#C0OPS>.'],
  [['C0OPS', 'G0OLD', 'C0ALL'], 'Use it in <#C0OPS>, <#G0OLD> or <#C0ALL>.'],
  [undefined, 'Ask your Skydesk admin to add this workspace to policy.json.'],
])('the places for a command: %j', (where, words) => expect(said(typeItIn(where))).toBe(words));
