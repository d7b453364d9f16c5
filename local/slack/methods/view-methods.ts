import { SlackFailure } from '../payload/slack-failure.ts';
import { forApps } from '../workspace/open-views.ts';
import type { Method } from './method.ts';

export const views: Record<string, Method> = {
  'views.open': (args, local) => {
    const { person, client } = local.triggers.exchange(args.required('trigger_id'));
    return { view: forApps(local.views.open(person, args.json('view'), client)) };
  },
  'views.push': (args, local) => {
    const { person, client } = local.triggers.exchange(args.required('trigger_id'));
    return { view: forApps(local.views.push(person, args.json('view'), client)) };
  },
  'views.update': (args, local) => {
    const key = args.text('view_id') ?? args.text('external_id');
    if (!key) throw new SlackFailure('invalid_arguments', ['missing required field: view_id']);
    const view = local.views.find(key);
    if (!view) throw new SlackFailure('not_found');
    const hash = args.text('hash');
    if (hash && hash !== view.hash) throw new SlackFailure('hash_conflict');
    return { view: forApps(local.views.update(view, args.json('view'))) };
  },
  'views.publish': (args, local) => {
    const person = local.workspace.person(args.required('user_id'));
    if (!person) throw new SlackFailure('user_not_found');
    const current = local.views.home(person.id);
    const hash = args.text('hash');
    if (hash && hash !== current?.hash) throw new SlackFailure('hash_conflict');
    return { view: forApps(local.views.publish(person.id, args.json('view'))) };
  },
};
