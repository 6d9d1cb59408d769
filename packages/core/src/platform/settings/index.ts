export { type VariableInfo, variables } from './variables.ts';
