"""Masks: sets of squares or other things by number, bit 0 the first one.

Uncompiled, a mask is an int; compiled, it is two words of 64 bits (compiled.py). These are
what kernels do to masks besides & | ^ ~ << >>: methods of int and list where possible, because
Python functions would take three times as long.
"""

import operator

Mask = int
Masks = list[Mask]

get_mask = operator.getitem  # get_mask(masks, index) -> mask
set_mask = operator.setitem  # set_mask(masks, index, mask)
square_mask = (1).__lshift__  # square_mask(square) -> the mask with this square only
count_squares = int.bit_count
has_squares = bool  # whether a mask is not empty
empty_mask = int  # empty_mask() -> mask


def lowest_square(mask: Mask) -> int:
    """The first square of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def without_lowest(mask: Mask) -> Mask:
    return mask & mask - 1


def copy_masks(target: Masks, source: Masks) -> None:
    target[:] = source


copy_numbers = copy_masks  # two names, because compiled masks are arrays of pairs
