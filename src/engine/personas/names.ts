/** First names from many places, in no order that means anything; who gets which is decided by the seed alone. */
export const FIRST_NAMES = (
  'Aaliyah Abdul Abigail Adaeze Adam Adriana Agnes Ahmed Aiko Ainsley Akira Alan Alba Alejandro Alice Alina Alistair Amara Ama Amir ' +
  'Amina Ana Anders Andrea Angus Anika Anita Anneke Antoine Anya Arjun Astrid Aurelio Ayesha Aziz Babak Beatriz Benedikt Benoit Bernice ' +
  'Bettina Bianca Bilal Birgit Bogdan Brendan Bridget Bruno Callum Camille Carlos Carmen Catalina Cecilia Celine Cheng Chidi Chloe Ciara Claire ' +
  'Clement Conor Corinne Cormac Cristina Cyril Dagmar Daisuke Dalia Damian Daniel Daria Deepa Denise Derya Diego Dilys Dimitri Dina Dominik ' +
  'Dorota Duncan Ebba Edgar Edith Eduardo Efua Eileen Ekaterina Elena Elif Elijah Elsa Emeka Emil Emre Enrico Erik Esther Eszter ' +
  'Fabian Farah Fatima Felipe Femi Fergus Filip Fiona Flora Florian Francesca Freya Gareth Gemma Geraldine Giorgio Giulia Goran Greta Gwen ' +
  'Habib Hamza Hana Hannah Harriet Hassan Hedda Helena Henrik Hiroshi Hugo Ibrahim Ida Ifeoma Ignacio Ilse Imani Imran Ines Ingrid ' +
  'Irena Isaac Isla Ivan Ivy Jacek Jamal Janine Jasmin Javier Jerome Jiho Joanna Joaquin Jolanta Jonas Jorge Josefin Joyce Juan ' +
  'Julia Kamal Karin Karl Katarina Kavita Keiko Kenji Kerstin Khadija Kiran Klaus Kofi Kwame Lara Lars Laszlo Latifa Leila Lena ' +
  'Leon Leonor Liam Lidia Linnea Lorenzo Louisa Lucia Ludmila Luis Luka Lydia Maeve Magnus Mahmoud Malik Manuela Marcel Margit Mariam ' +
  'Marisol Marta Mateus Matilda Maurice Mehmet Meera Mei Melek Michal Miguel Mikael Mila Minh Miriam Mohamed Moira Monika Morgan Musa ' +
  'Nadia Naomi Natalia Nathan Neema Nia Nicolas Niamh Nils Nina Noor Nora Nuno Oksana Olaf Oleg Olga Oliver Olivia Omar ' +
  'Oscar Owen Pablo Paloma Parisa Patrick Paulina Pedro Pernille Petra Philippa Pierre Pilar Piotr Pooja Priya Rachel Radek Rafael Rahul ' +
  'Rania Rasmus Raymond Rebecca Reiko Renata Rhys Ricardo Rohan Rosalind Ruben Ruth Sabine Sadia Salim Samira Sandeep Sara Sean Sebastian ' +
  'Selma Sergei Shirin Sibusiso Sigrid Simone Siobhan Sofia Solveig Stefan Stella Sunita Sven Sylvie Tadeusz Tamara Tariq Tatiana Teresa Thandi ' +
  'Theo Thomas Tiago Tilda Tomas Tove Ulrike Uma Valentina Vanessa Vera Viktor Vivian Wanda Wei Winston Xavier Yara Yasmin Yusuf Zainab Zara Zoe Zuzana'
).split(' ')

/** Added to a first name once all of them are taken. */
export const INITIALS = 'ABCDEFGHIJKLMNOPRSTVWZ'
