import { isAll } from './seeds.ts';
import { stormsOver } from './storms.ts';

stormsOver([
  'alert.create: confirms',
  'ip.add: confirms',
  'alert.assign: submits the form',
  ...(isAll ? ['alert.list: types', 'home: opens', 'ip.remove: confirms'] : []),
]);
