// The size of a menu: from the middle of the narrowest screen it reaches its edge.

export const widestMenu = 'min(22rem, max(11rem, 50vw))';
