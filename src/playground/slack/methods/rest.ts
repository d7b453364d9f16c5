import { APP, TEAM } from '../world.ts';
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

export const rest: Record<string, Method> = {
  'api.test': (args) => ({ args: args.all }),
  'auth.test': authTest,
};
