import { messageBlocks } from '../blocks/block-rules.ts';
import { checkMessage } from '../blocks/check-message.ts';
import { checkView } from '../blocks/check-view.ts';
import { type Problem, problemsIn } from '../blocks/problems.ts';
import { asObject, type Json, lookUp } from '../payload/json.ts';
import { SlackFailure } from '../payload/slack-failure.ts';
import { sampleApp, sampleTeam } from '../workspace/sample-workspace.ts';
import type { Method } from './method.ts';

const authTest: Method = () => ({
  url: `https://${sampleTeam.domain}.slack.com/`,
  team: sampleTeam.name,
  user: sampleApp.name,
  team_id: sampleTeam.id,
  user_id: sampleApp.userId,
  bot_id: sampleApp.botId,
  is_enterprise_install: false,
});

const checksByArgument: Record<string, (value: Json) => Problem[]> = {
  blocks: (value) => problemsIn(messageBlocks, value, ''),
  message: (value) => checkMessage(asObject(value))?.problems ?? [],
  view: (value) => checkView(value, ''),
};

const validate: Method = (args) => {
  const given = Object.keys(checksByArgument).filter((name) => args.all[name] !== undefined);
  const [name = ''] = given;
  const check = lookUp(checksByArgument, name);
  if (!check || given.length > 1)
    throw new SlackFailure('invalid_arguments', ['must provide exactly one of blocks, message or view']);
  const problems = check(args.json(name) ?? null);
  if (problems.length > 0)
    throw new SlackFailure(`invalid_${name}`, [], { errors: problems.map((problem) => ({ ...problem })) });
  return {};
};

export const rest: Record<string, Method> = {
  'auth.test': authTest,
  'blocks.validate': validate,
};
