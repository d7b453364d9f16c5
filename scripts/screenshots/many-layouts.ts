import { answer, answered, dialog, layout } from './layout-steps.ts';
import { type Moment, newest, press } from './moment.ts';

const ana = ['ana', 'cloud-ops'] as const;
const command = '/cloud alert assign "Disk 80" de1acmeweb*';

/** One change of many servers. */
export const manyLayouts: readonly Moment[] = [
  answered('many-preview', command, 'Assign Policy', 500),
  answered('many-preview-long', '/cloud alert assign "Disk 80" web*', 'Assign Policy', 700),
  answered(
    'many-already-so',
    '/cloud autoscale remove de1acmeweb01 de1acmeweb02 de1acmedb01',
    '1 server omitted',
  ),
  layout('many-running', ana, async (page, { skydesk }) => {
    await answer(page, command, 'Assign Policy');
    await newest(page).getByLabel('DE1ACMEWEB04').uncheck();
    await press(page, 'Assign Policy');
    await skydesk.settled({ delayed: true });
    await newest(page).getByText('7 of 8 done, 1 failed').first().waitFor();
  }),
  layout('many-form', [...ana, 900], async (page) => {
    await answer(page, '/cloud alert assign "Dsk 80" de1acmeweb0?', 'Open Form');
    await press(page, 'Open Form');
    await dialog(page).getByText('One or several').waitFor();
  }),
];
