import { Button } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import './who.css';
import type { Role } from '../slack/workspace/sample-workspace.ts';
import { type Address, linkTo } from './address.ts';
import { Avatar } from './avatar.tsx';
import { ChevronIcon } from './blocks/parts/icons.tsx';
import { useReader } from './reader.ts';
import { go } from './use-address.ts';

/**
 * Descriptions of the sample people. The policy determines their permissions: the shipped one lets every member do everything, a
 * stricter one uses groups.
 */
const roleTexts: Readonly<Record<Role, string>> = {
  operator: 'In @cloud-operators',
  approver: 'In @cloud-approvers',
  viewer: 'In no user group',
  guest: 'Guest: Guests can’t use Skydesk',
  stranger: 'From another workspace: not served either',
  bot: '',
  slackbot: '',
};

/** Shows the person of this window; switches to another, or opens a window for them. */
export function Who({ address }: { address: Address }) {
  const { person, info } = useReader();
  return (
    <MenuTrigger>
      <Button className="who">
        <Avatar id={person.id} name={person.realName} />
        <span>
          <small>You act as</small>
          <strong>{person.realName}</strong>
          <small>{roleTexts[person.role]}</small>
        </span>
        <ChevronIcon />
      </Button>
      <Popover placement="bottom start" className="bk-popover">
        <Menu className="bk-menu who-menu">
          <MenuSection className="bk-option-group">
            <Header>Act as, in this window</Header>
            {info.people.map(({ id, name, realName, role }) => (
              <MenuItem
                key={id}
                textValue={realName}
                className="bk-option who-item"
                onAction={() => go({ ...address, person: name })}
              >
                <Avatar id={id} name={realName} />
                <span>
                  <strong>{realName}</strong>
                  <small>{roleTexts[role]}</small>
                </span>
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection className="bk-option-group">
            <Header>In a window of their own</Header>
            {info.people
              .filter(({ id }) => id !== person.id)
              .map(({ id, name, realName }) => (
                <MenuItem
                  key={id}
                  textValue={`${realName} in a new window`}
                  className="bk-option who-item"
                  href={linkTo({ ...address, person: name })}
                  target="_blank"
                >
                  {realName} ↗
                </MenuItem>
              ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
