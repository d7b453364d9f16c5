import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { asObjects, type JsonObject } from '../../../slack/payload/json.ts';
import { DotsIcon } from '../parts/icons.tsx';
import { OptionText, toOption } from './option.tsx';
import { useBlockAction } from './use-action.tsx';

export function Overflow({ element }: { element: JsonObject }) {
  const { send, waiting, dialog } = useBlockAction(element);
  return (
    <>
      <MenuTrigger>
        <Button className="bk-button bk-button-icon" aria-label="More actions" isPending={waiting}>
          <DotsIcon />
        </Button>
        <Popover className="bk-popover" placement="bottom end">
          <Menu className="bk-menu" onAction={(value) => void send(String(value))}>
            {asObjects(element.options)
              .map(toOption)
              .map((option) => (
                <MenuItem key={option.value} id={option.value} className="bk-option" textValue={option.label}>
                  <OptionText option={option} />
                </MenuItem>
              ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {dialog}
    </>
  );
}
