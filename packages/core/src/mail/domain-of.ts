/** The part of an email address after its last `@`. */
export const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);
