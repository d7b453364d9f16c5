import { describe, expect, test } from 'vitest';
import type { Part } from '../../../src/core/answer.ts';
import { askOneOf, typeItIn } from '../../../src/requests/who-can.ts';
import { textOf } from '../answer-text.ts';

const said = (part: Part): string => textOf([part]);

describe('who may do what somebody may not', () => {
  test.each([
    [['U0ANA'], 'Ask one of those who may: <@U0ANA>.'],
    [['U0ANA', 'S0OPS'], 'Ask one of those who may: <@U0ANA> and <!subteam^S0OPS>.'],
    [
      ['U1A', 'U2A', 'U3A', 'U4A', 'W5A', 'U6A'],
      'Ask one of those who may: <@U1A>, <@U2A>, <@U3A>, <@U4A>, <@W5A> and 1 other.',
    ],
    [
      ['U1A', 'U2A', 'U3A', 'U4A', 'U5A', 'U6A', 'S7A'],
      'Ask one of those who may: <@U1A>, <@U2A>, <@U3A>, <@U4A>, <@U5A> and 2 others.',
    ],
    [['U0ANA', '*'], 'Everyone else here may: ask anybody.'],
    [[], 'The policy lets nobody do it: whoever runs Skydesk has to name somebody in policy.json.'],
  ])('%j', (whom, words) => expect(said(askOneOf(whom))).toBe(words));
});

describe('where a command is taken', () => {
  test.each([
    [['C0OPS'], 'Type it in <#C0OPS>.'],
    [['C0OPS', 'G0OLD', 'C0ALL'], 'Type it in <#C0OPS>, <#G0OLD> or <#C0ALL>.'],
    [undefined, 'Whoever runs Skydesk has to name this workspace in policy.json.'],
  ])('%j', (where, words) => expect(said(typeItIn(where))).toBe(words));
});
