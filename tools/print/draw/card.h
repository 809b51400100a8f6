/* card.h - a card's face and its back, in a box of CARD_WIDTH by CARD_HEIGHT points whose corner is the origin. */
#ifndef CANTRIP_TOOLS_PRINT_DRAW_CARD_H
#define CANTRIP_TOOLS_PRINT_DRAW_CARD_H

#include "ink.h"
#include "picture.h"
#include "tools/print/face.h"

/* 2.5 by 3.5 inches: a poker card. */
#define CARD_WIDTH  180.0
#define CARD_HEIGHT 252.0

/* `art`: its picture, or NULL; `colon`: what stands behind a label; `game` stands small at the foot. */
void draw_face(struct pen *pen, const struct face *f, const struct picture *art,
               const char *colon, const char *game);
/* … by a template that goes on for `bleed` points beyond the box. Returns the parts of this face
 * that have no place there, as a mask. */
unsigned draw_face_by(struct pen *pen, const struct face *f, const struct picture *art,
                      const char *colon, const char *game, const struct picture *template,
                      double bleed);
/* The back of number `back`, of a pile with this name ("": the game has one back). It goes on for `bleed` points
 * beyond the box. */
void draw_back(struct pen *pen, int back, const char *pile, const char *game, double bleed);

#endif
