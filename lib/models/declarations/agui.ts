import type { Tool } from '@ag-ui/core';

/** A tool as sent to the agent loop; it suits any AG-UI agent. */
export const aguiDeclaration = ({ name, description, parameters, metadata }: Tool): Tool => ({
  name,
  description,
  parameters,
  ...(metadata !== undefined && { metadata }),
});
