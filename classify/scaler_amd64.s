#include "textflag.h"

// func applyAVX2(row, mean, scale *float32, n int, steps, least, most float32, out *int8)
TEXT ·applyAVX2(SB), NOSPLIT, $0-56
	MOVQ         row+0(FP), SI
	MOVQ         mean+8(FP), DI
	MOVQ         scale+16(FP), R8
	MOVQ         n+24(FP), CX
	VBROADCASTSS steps+32(FP), Y6
	VBROADCASTSS least+36(FP), Y4
	VBROADCASTSS most+40(FP), Y5
	MOVQ         out+48(FP), R9
	XORQ         AX, AX

eight:
	VMOVUPS      (SI)(AX*4), Y0
	VSUBPS       (DI)(AX*4), Y0, Y0
	VMULPS       (R8)(AX*4), Y0, Y0
	VCMPPS       $7, Y0, Y0, Y1 // what is a number
	VANDPS       Y1, Y0, Y0
	VMULPS       Y6, Y0, Y0
	VMINPS       Y5, Y0, Y0
	VMAXPS       Y4, Y0, Y0
	VCVTPS2DQ    Y0, Y0         // to the nearest, halves to the even integer
	VEXTRACTI128 $1, Y0, X1
	VPACKSSDW    X1, X0, X0
	VPACKSSWB    X0, X0, X0
	MOVQ         X0, (R9)(AX*1)
	ADDQ         $8, AX
	CMPQ         AX, CX
	JLT          eight

	VZEROUPPER
	RET
