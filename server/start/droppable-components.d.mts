/** Returns the module of React Flow with components that a minifier can leave out. */
export default function droppableComponents(source: string): string;
