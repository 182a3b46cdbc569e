import type { PresetTool } from '../preset';

/** LSP's names for operations, and our one-word names. */
const SPELLINGS: Readonly<Record<string, string>> = {
  goToDefinition: 'definition',
  goToImplementation: 'implementation',
  findReferences: 'references',
  documentSymbol: 'symbols',
  workspaceSymbol: 'symbols',
};

/** Accepts both spellings of an operation; answered by search if there is no language service. */
export const LSP: PresetTool = {
  name: 'LSP',
  executor: 'LSP',
  capabilities: ['sandbox'],
  own: {
    operation: {
      type: 'string',
      enum: [
        'definition',
        'implementation',
        'references',
        'hover',
        'symbols',
        'diagnostics',
        ...Object.keys(SPELLINGS),
      ],
      description: 'What is wanted. Symbols need a file or a query; diagnostics a file; everything else a place.',
    },
  },
  read: ({ operation, ...input }) => ({ ...input, operation: SPELLINGS[String(operation)] ?? operation }),
};
