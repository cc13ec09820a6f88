// The footer of every page: what the site is, who operates it, its tools, its languages.
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import styled, { css } from 'styled-components';
import { OperatorLines } from '../components/page/operator-lines';
import { PageColumn } from '../components/page/page-column';
import { SiteLink } from '../components/page/site-link';
import { SiteMark } from '../components/page/site-icons';
import { useSiteConfig } from '../browser/site-config';
import { useMinute } from '../time/synchronised-time';
import { languages } from '../i18n/languages';
import { localisedPath } from '../pages/paths';
import { homePage, privacyPage, tools, usefulToolsPage } from '../pages/site-pages';
import { color, from, hovering, size, space } from '../styles/theme';
import { smallText, wordmark } from '../styles/type';
import { pageOfPath } from './routes';

export function Footer() {
  const { formatMessage, locale } = useIntl();
  const { pathname } = useLocation();
  // An unknown path has no page in any language.
  const path = pageOfPath(pathname) === 'not-found' ? homePage.path : pathname;
  return (
    <Foot id="foot">
      <PageColumn>
        <Columns>
          <About>
            <div>
              <Name>
                <SiteMark />
                {formatMessage({ id: 'site.name' })}
              </Name>
              <p>{formatMessage({ id: 'footer.line' })}</p>
            </div>
            <div>
              <OperatorHeading>{formatMessage({ id: 'footer.operator' })}</OperatorHeading>
              <OperatorLines />
            </div>
          </About>
          <Links aria-label={formatMessage({ id: 'site.toolsMenu' })}>
            <Heading>{formatMessage({ id: 'site.toolsMenu' })}</Heading>
            {[...tools, usefulToolsPage].map((page) => (
              <FootLink key={page.id} to={localisedPath(page.path, locale)}>
                {formatMessage({ id: page.name })}
              </FootLink>
            ))}
          </Links>
          <Languages aria-label={formatMessage({ id: 'footer.languages' })}>
            <Heading>{formatMessage({ id: 'footer.languages' })}</Heading>
            {languages.map(({ code, name }) => (
              <FootLink key={code} to={localisedPath(path, code)} lang={code} hrefLang={code}>
                {name}
              </FootLink>
            ))}
          </Languages>
        </Columns>
        <Line>
          <Copyright />
          <FootLink to={localisedPath(privacyPage.path, locale)}>
            {formatMessage({ id: privacyPage.name })}
          </FootLink>
          <FootFile href="/licences.txt">{formatMessage({ id: 'footer.licences' })}</FootFile>
        </Line>
      </PageColumn>
    </Foot>
  );
}

function Copyright() {
  const { operator } = useSiteConfig();
  const minute = useMinute();
  const year = minute === null ? '' : String(new Date(minute).getFullYear());
  return (
    <p>
      <FormattedMessage
        id="footer.copyright"
        values={{ year, operator: <bdi key="operator">{operator.name}</bdi> }}
      />
    </p>
  );
}

const Foot = styled.footer`
  ${smallText}
  margin-block-start: ${space[96]};
  padding-block-end: ${space[32]};
  color: ${color.inkSoft};
`;

const Columns = styled.div`
  display: grid;
  gap: ${space[48]} ${space[32]};
  padding-block: ${space[48]};
  border-block-start: ${size.hairline} solid ${color.line};

  ${from.md} {
    grid-template-columns: 1fr 1fr;
  }

  ${from.lg} {
    grid-template-columns: 5fr 2fr 4fr;
  }
`;

const About = styled.div`
  display: grid;
  align-content: start;
  gap: ${space[32]};

  ${from.md} {
    grid-column: 1 / -1;
    grid-template-columns: 1fr 1fr;
  }

  ${from.lg} {
    grid-column: auto;
    grid-template-columns: 1fr;
  }
`;

const Name = styled.p`
  ${wordmark}
  display: flex;
  align-items: center;
  gap: ${space[8]};
  margin-block-end: ${space[8]};
  color: ${color.ink};
`;

const Links = styled.nav`
  display: grid;
  grid-template-columns: 1fr 1fr;
  align-content: start;
  justify-items: start;
  column-gap: ${space[24]};

  ${from.lg} {
    grid-template-columns: 1fr;
  }
`;

const Languages = styled(Links)`
  ${from.lg} {
    grid-template-columns: 1fr 1fr;
  }
`;

const OperatorHeading = styled.p`
  margin-block-end: ${space[4]};
`;

const Heading = styled.p`
  grid-column: 1 / -1;
  min-block-size: ${space[32]};
`;

const footLink = css`
  display: inline-flex;
  align-items: center;
  min-block-size: ${size.touch};
  min-inline-size: ${size.touch};
  color: ${color.ink};
  text-decoration: none;

  ${hovering} {
    &:hover {
      text-decoration: underline;
      text-underline-offset: ${space[4]};
    }
  }
`;

const FootLink = styled(SiteLink)`
  ${footLink}
`;

const FootFile = styled.a`
  ${footLink}
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]} ${space[32]};
  padding-block-start: ${space[12]};
  border-block-start: ${size.hairline} solid ${color.line};
`;
