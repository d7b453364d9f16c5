import { checkBlocks } from '../blocks/check-blocks.ts';
import { checkMessage } from '../blocks/check-message.ts';
import { checkView } from '../blocks/check-view.ts';
import { LIMITS } from '../blocks/limits.ts';
import type { Problem } from '../blocks/rules.ts';
import { asObject, type Json, lookUp } from '../payload/json.ts';
import { SlackFailure } from '../payload/slack-failure.ts';
import { APP, TEAM } from '../workspace/sample-workspace.ts';
import type { Method } from './method.ts';

const authTest: Method = () => ({
  url: `https://${TEAM.domain}.slack.com/`,
  team: TEAM.name,
  user: APP.name,
  team_id: TEAM.id,
  user_id: APP.userId,
  bot_id: APP.botId,
  is_enterprise_install: false,
});

/** How each argument of blocks.validate is judged. */
const JUDGES: Record<string, (value: Json) => Problem[]> = {
  blocks: (value) => checkBlocks(value, 'message', LIMITS.message.blocks, ''),
  message: (value) => checkMessage(asObject(value))?.problems ?? [],
  view: (value) => checkView(value, ''),
};

const validate: Method = (args) => {
  const given = Object.keys(JUDGES).filter((name) => args.all[name] !== undefined);
  const [name = ''] = given;
  const judge = lookUp(JUDGES, name);
  if (!judge || given.length > 1)
    throw new SlackFailure('invalid_arguments', ['must provide exactly one of blocks, message or view']);
  const problems = judge(args.json(name) ?? null);
  if (problems.length > 0)
    throw new SlackFailure(`invalid_${name}`, [], { errors: problems.map((one) => ({ ...one })) });
  return {};
};

export const rest: Record<string, Method> = {
  'api.test': (args) => ({ args: args.all }),
  'auth.test': authTest,
  'blocks.validate': validate,
};
