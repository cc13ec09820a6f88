// Fields that few people need, collapsed until somebody opens them or one of them has an error.
import { useState, type ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import styled from 'styled-components';
import { icon } from '../../styles/icons';
import { color, motion, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

interface DisclosureProps {
  readonly title: string;
  /** Open at first, because a field in it is not at its default. */
  readonly startsOpen: boolean;
  /** Forced open, because something in it must be seen. */
  readonly mustBeOpen: boolean;
  readonly children: ReactNode;
}

export function Disclosure({ title, startsOpen, mustBeOpen, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <Details
      open={isOpen || mustBeOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
      }}
    >
      <Summary>
        {title}
        <ChevronDown {...icon.medium} />
      </Summary>
      <Fields>{children}</Fields>
    </Details>
  );
}

const Details = styled.details`
  border-block: ${size.hairline} solid ${color.line};
`;

const Summary = styled.summary`
  ${smallText}
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-block-size: ${size.touch};
  color: ${color.inkSoft};
  cursor: pointer;
  list-style: none;

  &::-webkit-details-marker {
    display: none;
  }

  svg {
    transition: rotate ${motion.quick};
  }

  ${Details}[open] > & svg {
    rotate: 180deg;
  }
`;

const Fields = styled.div`
  display: grid;
  gap: ${space[16]};
  padding-block: ${space[8]} ${space[16]};
`;
