import { deep } from './seeds.ts';
import { stormsOver } from './storms.ts';

stormsOver([
  'alert.create: presses Confirm',
  'ip.add: presses Confirm',
  'alert.assign: submits the form',
  ...(deep ? ['alert.list: types', 'home: opens', 'ip.remove: presses Confirm'] : []),
]);
