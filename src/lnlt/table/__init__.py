"""What players, programs and screens ask before they act: odds, reach, groups, menus.

A layer above the rules and below every shell. It explains and counts; it decides nothing: sums, checks and results are
those of the rules, and where dice matter the rules themselves are played out.
"""
