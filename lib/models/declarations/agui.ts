import type { Tool } from '@ag-ui/core';

/** A tool as it travels to the agent loop; any AG-UI agent can be given it. */
export const aguiDeclaration = ({ name, description, parameters, metadata }: Tool): Tool => ({
  name,
  description,
  parameters,
  ...(metadata !== undefined && { metadata }),
});
