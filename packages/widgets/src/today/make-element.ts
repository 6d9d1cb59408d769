type Child = Node | string | number | boolean | null | undefined | Child[];
type Properties = Record<string, unknown> | null;

/**
 * What the compiler calls for JSX in this widget's script: it creates the elements directly. The view is drawn once,
 * and redrawn when an option changes, so it needs no library that compares trees.
 */
export function makeElement(
  type: string | ((properties: never) => Child),
  given: Properties,
  ...children: Child[]
): Child {
  if (typeof type === 'function') return type({ ...given, children } as never);
  const element = document.createElement(type);
  for (const [name, value] of Object.entries(given ?? {})) {
    if (value !== undefined && value !== null && value !== false)
      element.setAttribute(name === 'className' ? 'class' : name, String(value));
  }
  append(element, children);
  return element;
}

function append(parent: Element, children: Child[]): void {
  for (const child of children.flat(9) as Exclude<Child, Child[]>[]) {
    if (child || child === 0) parent.append(child instanceof Node ? child : String(child));
  }
}
