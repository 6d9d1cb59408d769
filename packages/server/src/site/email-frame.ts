/** An empty page. The admin area puts an email's frame into it, so that the email gets the policy of this page. */
export const emailFrame = `<!doctype html>
<html lang="en">
<title>Email</title>
<style>html, body, iframe { display: block; width: 100%; height: 100%; margin: 0; border: 0 }</style>
</html>
`;
