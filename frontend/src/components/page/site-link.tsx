// A link within the site: it navigates without a reload, and prefetches when the pointer or the focus reaches it.
import { createContext, use, type AnchorHTMLAttributes, type MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import styled from 'styled-components';
import { size, space } from '../../styles/theme';

export const Prefetch = createContext<(path: string) => void>(() => undefined);

interface SiteLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
}

/** The link to the present page has `aria-current`. */
export function SiteLink({ to, children, onClick, ...rest }: SiteLinkProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const prefetch = use(Prefetch);

  function reach() {
    prefetch(to);
  }

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || !staysInTab(event)) return;
    event.preventDefault();
    void navigate(to, { replace: to === pathname });
  }

  return (
    <a
      {...rest}
      href={to}
      aria-current={to === pathname ? 'page' : undefined}
      onPointerEnter={reach}
      onFocus={reach}
      onTouchStart={reach}
      onClick={follow}
    >
      {children}
    </a>
  );
}

/** A link in a text, as high as a touch target. */
export const TextLink = styled(SiteLink)`
  display: inline-flex;
  align-items: center;
  min-block-size: ${size.touch};
  text-underline-offset: ${space[4]};
`;

function staysInTab({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
}
