//! Hexes as printed on real maps: ids, numbering schemes, hexsides, geometry.
