/** The text of an SVG file in tests. */
export default '<svg></svg>';
