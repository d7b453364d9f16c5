import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { asObjects, asString, type JsonObject } from '../../../slack/payload/json.ts';
import { labelOf } from '../../../slack/payload/view-state.ts';
import { DotsIcon } from '../parts/icons.tsx';
import { PlainText } from '../parts/text-object.tsx';
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
            {asObjects(element.options).map((option) => (
              <Item key={asString(option.value)} option={option} />
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {dialog}
    </>
  );
}

function Item({ option }: { option: JsonObject }) {
  return (
    <MenuItem id={asString(option.value)} className="bk-option" textValue={labelOf(option)}>
      <span>
        <PlainText of={option.text} />
      </span>
      {option.description !== undefined && (
        <span className="bk-option-description">
          <PlainText of={option.description} />
        </span>
      )}
    </MenuItem>
  );
}
