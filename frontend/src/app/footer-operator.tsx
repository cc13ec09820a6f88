// The operator of the site, in the footer of every page.
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { OperatorLines } from '../components/page/operator-lines';
import { space } from '../styles/theme';

export function FooterOperator() {
  return (
    <div>
      <Heading>
        <FormattedMessage id="footer.operator" />
      </Heading>
      <OperatorLines />
    </div>
  );
}

const Heading = styled.p`
  margin-block-end: ${space[4]};
`;
